/** What stands there while the guard asks the server (AUTH-4): the frame that the page itself holds until then (`frame.html`). */
import { Logo } from '../ui/logo.tsx';

export function CheckingAuthentication() {
  return (
    <div className="waiting">
      <div className="waiting-rail">
        <Logo size={28} label="" />
        <span>Textprobe</span>
      </div>
      <main className="waiting-main" aria-busy="true">
        <p role="status">Checking authentication...</p>
      </main>
    </div>
  );
}
