import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'
import type { Investor } from '#shared/directory/contract.ts'

/**
 * The page of the limit, and pages beside it: all records as one brotli JSON, kept in memory and stored as one IndexedDB value.
 *
 * @param folder  may already contain the web app
 * @returns the bytes of the JSON
 */
export async function buildLimit(folder: string, investors: readonly Investor[], pages: string[] = []): Promise<number> {
  const page = (name: string) => `${import.meta.dirname}/page/${name}.html`
  await build({
    configFile: false,
    logLevel: 'error',
    root: `${import.meta.dirname}/page`,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: { input: ['baseline', ...pages].map(page) },
    },
  })
  const json = Buffer.from(JSON.stringify(investors))
  writeFileSync(`${folder}/blob.json`, json)
  writeFileSync(`${folder}/blob.json.br`, brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  return json.length
}
