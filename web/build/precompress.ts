import { readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Everything that a browser fetches as text; pictures and fonts are already compressed. */
const isText = /\.(?:js|css|html|svg|json|webmanifest|pack)$/

/** Writes `file.br` and `file.gz` beside each built text file, so that the server never compresses at request time. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'latchkey:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      // After the service worker, which the PWA plugin builds when the bundle closes.
      order: 'post',
      sequential: true,
      async handler() {
        const files = (await readdir(folder, { recursive: true })).filter((file) => isText.test(file))
        await Promise.all(files.map((file) => compress(`${folder}/${file}`)))
      },
    },
  }
}

async function compress(file: string) {
  const text = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    [constants.BROTLI_PARAM_LGBLOCK]: 24,
  }
  await Promise.all([
    writeFile(`${file}.br`, await brotli(text, { params })),
    writeFile(`${file}.gz`, await zip(text, { level: 9 })),
  ])
}
