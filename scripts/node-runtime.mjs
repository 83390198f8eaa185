/** Which Node runs the program: the one that came along as an npm package, else the machine's own if new enough. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The oldest Node that the program runs on, as in `engines` of package.json. */
export const OLDEST_NODE = [22, 22];

/**
 * Says whether a Node of this version can run the program.
 * @param {string} version as in `process.versions.node`, such as `20.20.2`
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

/** Whether this Linux has musl in place of glibc; the Node that comes along is built for glibc and cannot run there. */
function isMusl() {
  return (
    process.platform === 'linux' &&
    existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)
  );
}

/**
 * The path of the Node to run everything with.
 * It is decided without starting it: a trial run would cost every start some 30 ms.
 * @param {string} root the checkout
 * @throws {Error} with a sentence for the user, when neither Node will do
 */
export function nodeForUs(root) {
  const bundled = bundledNode(root);
  if (bundled !== undefined && !isMusl()) return bundled;
  if (isNewEnough(process.versions.node)) return process.execPath;
  throw new Error(
    `this machine's Node is ${process.versions.node} and no newer one could be brought along for ` +
      `${process.platform}-${process.arch}${isMusl() ? ' with musl' : ''}. ` +
      `Please install Node ${OLDEST_NODE.join('.')} or newer (Node 26 is best) and start again.`,
  );
}

/** The Node of the npm package for this platform, or undefined where there is none. */
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

/** The word that the node-* packages use for this platform. */
function platformName() {
  return process.platform === 'win32' ? 'win' : process.platform;
}
