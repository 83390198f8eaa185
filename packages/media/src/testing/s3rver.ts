/** Starts s3rver, a local S3 server, in a temporary folder. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

export const BUCKET = 'pictures';

/** The only account of s3rver. */
export const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** @returns its URL, the number of bytes it stores, and a function to stop it */
export async function startS3rver() {
  const folder = await mkdtemp(path.join(tmpdir(), 'textprobe-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async bytes(): Promise<number> {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      const sizes = files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).size);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    },
    async stop(): Promise<void> {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
