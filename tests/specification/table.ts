import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Glob } from 'bun'
import { createEvidence, spell } from './evidence.ts'
import type { Fact, Holder, Section } from './facts.ts'
import { createTestReader } from './read-tests.ts'
import { SECTIONS } from './rows/all.ts'

/** `bun tests/specification/table.ts` writes the table. It exits with 1 when a row has no test. */
export const TABLE = 'tests/specification/TABLE.md'

export type Table = { text: string; problems: string[] }

/** The expected table, and the problems of its rows. */
export function makeTable(sections: Section[] = SECTIONS, reader = createTestReader(), written = readWritten()): Table {
  const evidenceOf = createEvidence(reader)
  const decisions = readDecisions()
  const problems: string[] = []
  const lines = [HEAD]
  for (const { part, title, facts } of sections) {
    lines.push(`\n## Part ${part}, ${title}\n\n| What | Test |\n|---|---|`)
    for (const fact of facts) {
      const what = describe(fact)
      const found = evidenceOf(fact, written.get(keyOf(part, title, what)))
      if ('missing' in found) problems.push(`Part ${part}, ${title}: ${what}: ${found.missing}`)
      const { instead } = fact
      if (instead && !decisions.includes(instead.decision))
        problems.push(`Part ${part}, ${title}: ${what}: no README contains "${instead.decision}"`)
      lines.push(`| ${what} | ${'missing' in found ? '' : spellHolder(found.holder)} |`)
    }
  }
  return { text: `${lines.join('\n')}\n`, problems }
}

const HEAD = `# The specification and its tests

Made by \`bun tests/specification/table.ts\` from \`tests/specification/rows/\`; do not edit. Texts in code type are literal.
The name of a test is written as in its file: \`{}\` and \`%s\` are placeholders.`

function describe(fact: Fact): string {
  switch (fact.kind) {
    case 'route':
      return `Route ${code(fact.path)}, ${fact.viewer}: ${code(fact.screen)}`
    case 'call':
      return `Call ${code(`${fact.method} ${fact.path}`)}: ${cell(fact.what)}`
    case 'rule':
      return cell(fact.what)
    default: {
      const texts = fact.texts.map((text) => code(spell(text))).join(' / ')
      const { instead } = fact
      const shown = instead ? `; shown instead: ${code(spell(instead.shows))} (decision “${cell(instead.decision)}…”)` : ''
      return `${cell(fact.what)}: ${texts}${shown}`
    }
  }
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')
const code = (text: string) => `\`${cell(text)}\``
const spellHolder = ({ file, test }: Holder) => `${file}: ${cell(test)}`

const keyOf = (part: number, title: string, what: string) => `${part} ${title} ${what}`

/** The test of each row in the written table, so that a new test elsewhere does not change the table. */
function readWritten(): Map<string, Holder> {
  const written = new Map<string, Holder>()
  if (!existsSync(TABLE)) return written
  let section = ''
  for (const line of readFileSync(TABLE, 'utf8').split('\n')) {
    const head = /^## Part (\d), (.*)$/.exec(line)
    if (head) section = `${head[1]} ${head[2]}`
    const row = /^\| (.*) \| (\S+): (.*) \|$/.exec(line)
    if (row) written.set(`${section} ${row[1]}`, { file: row[2] ?? '', test: (row[3] ?? '').replaceAll('\\|', '|') })
  }
  return written
}

/** The text of all READMEs, in one line. */
const readDecisions = () =>
  ['README.md', ...new Glob('{shared,drizzle,sync-server,web,tests}/**/README.md').scanSync('.')]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
    .replace(/\s+/g, ' ')

if (import.meta.main) {
  const { text, problems } = makeTable()
  writeFileSync(TABLE, text)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exit(problems.length > 0 ? 1 : 0)
}
