/** `npm run bench:kannel`: installs Kannel from Debian's package if possible, and compares our dispatch with Kannel's. */
import { ensureForeignPrograms, missingPackages } from './foreign-programs.mjs';

ensureForeignPrograms(['kannel']);
if (missingPackages().includes('kannel')) {
  process.stdout.write(
    'textprobe: Kannel is missing, and installing it needs apt-get and root. Install it yourself. Nothing was measured.\n',
  );
} else {
  await import('../bench/main.ts');
}
