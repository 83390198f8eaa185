/**
 * Build plugin: adds a Brotli and a gzip version of each compressible file. The server serves what the browser accepts; compressing each
 * request would cost more and, at an acceptable level, save less.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are already compressed. */
const COMPRESSIBLE = /\.(js|css|svg)$/;
/** Below this size compression saves no packet. */
const MIN_BYTES = 1_024;

export function compressAssets(): Plugin {
  let folder = '';
  return {
    name: 'textprobe-compress-assets',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir);
    },
    async writeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(path.join(folder, name))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params })),
    writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 })),
  ]);
}
