/** `npm run bench:kannel`: installs Kannel where Debian's package can be had, and measures our dispatch beside its. */
import { ensureForeignPrograms, missingPackages } from './foreign-programs.mjs';

ensureForeignPrograms(['kannel']);
if (missingPackages().includes('kannel')) {
  process.stdout.write(
    'textprobe: Kannel cannot be had here: apt-get and root are needed, or somebody who installs it. Nothing was measured.\n',
  );
} else {
  await import('../bench/main.ts');
}
