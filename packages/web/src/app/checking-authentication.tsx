/** What stands there while the guard asks the server (AUTH-4). */
export function CheckingAuthentication() {
  return (
    <main className="door" aria-busy="true">
      <p role="status">Checking authentication...</p>
    </main>
  );
}
