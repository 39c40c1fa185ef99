import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Glob } from 'bun'
import { extractTexts } from './extract-texts.ts'

/**
 * `bun run texts [FOLDER]`: writes all texts for readers, of screens and mails, one page per feature, in the order of the source.
 * They are read, reviewed and translated as a whole there. The folder is `test-results/texts` by default.
 */
const folder = process.argv[2] ?? 'test-results/texts'
const SOURCES =
  'web/{app,features,forms,net,payments,routes,ui,widgets}/**/*.{ts,tsx} shared/**/*.ts sync-server/*.ts sync-server/email/messages/*.ts sync-server/features/**/*.ts'
const isProduct = (path: string) => !/\.test\.|\.gen\.|\.d\.ts$/.test(path)

/** A feature has one page for all its rooms; what every feature uses has a page per folder. */
function pageOf(path: string): string {
  const [room, area = '', feature = '', file = ''] = path.replace(/\.tsx?$/, '').split('/')
  if (room === 'sync-server') return area === 'features' ? feature : file || room
  if (area === 'features') return feature
  return room === 'shared' && feature ? area : `${room}-${area}`
}

const root = `${import.meta.dirname}/../..`
const paths = SOURCES.split(' ').flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
const pages = new Map<string, string[]>()
let total = 0
for (const path of paths.filter(isProduct).toSorted()) {
  const texts = [...new Set(extractTexts(path, readFileSync(`${root}/${path}`, 'utf8')))]
  if (texts.length === 0) continue
  total += texts.length
  const page = pageOf(path)
  pages.set(page, [...(pages.get(page) ?? []), `## ${path}\n\n${texts.map((text) => `- ${text}`).join('\n')}\n`])
}

mkdirSync(folder, { recursive: true })
for (const [page, sections] of pages) writeFileSync(`${folder}/${page}.md`, `# ${page}\n\n${sections.join('\n')}`)
process.stdout.write(`${total} texts on ${pages.size} pages in ${folder}\n`)
