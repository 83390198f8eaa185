/** Chooses the Node that runs the program: the one bundled as an npm package, or else the machine's own if it is new enough. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The minimum Node version, as in `engines` of package.json. */
export const OLDEST_NODE = [22, 22];

/**
 * Whether a Node of this version can run the program.
 * @param {string} version as in `process.versions.node`, such as `20.20.2`
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

/** Whether this Linux uses musl instead of glibc; the bundled Node is built for glibc. */
function isMusl() {
  return (
    process.platform === 'linux' &&
    existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)
  );
}

/**
 * The path of the Node to run everything with. It is not tested by running it, which would add 30 ms to every start.
 * @param {string} root the checkout
 * @throws {Error} with a sentence for the user if neither Node is suitable
 */
export function nodeForUs(root) {
  const bundled = bundledNode(root);
  if (bundled !== undefined && !isMusl()) return bundled;
  if (isNewEnough(process.versions.node)) return process.execPath;
  throw new Error(
    `Node ${process.versions.node} is too old, and there is no bundled Node for ` +
      `${process.platform}-${process.arch}${isMusl() ? ' with musl' : ''}. ` +
      `Install Node ${OLDEST_NODE.join('.')} or newer (preferably Node 26) and try again.`,
  );
}

/** The Node of the npm package for this platform, or undefined. */
function bundledNode(root) {
  for (const name of [
    `node-${platformName()}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ]) {
    const folder = path.join(root, 'node_modules', name);
    const manifest = path.join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
    const file = path.join(folder, typeof bin === 'string' ? bin : bin.node);
    if (existsSync(file)) return file;
  }
  return undefined;
}

/** This platform's name in the node-* packages. */
function platformName() {
  return process.platform === 'win32' ? 'win' : process.platform;
}
