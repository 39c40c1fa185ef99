import { posix } from 'node:path'

/** The values of `{a,b}`. */
function expand(text: string): string[] {
  const [braces, list = ''] = /\{([^{}]*)\}/.exec(text) ?? []
  return braces ? list.split(',').flatMap((value) => expand(text.replace(braces, value))) : [text]
}

/** What is written as code: in backticks, or as commands. */
function codeOf(markdown: string): string[] {
  const commands = [...markdown.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text)
  const prose = markdown.replace(/```.*?```/gs, '')
  return [...commands, ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)]
}

const FOLDERS_AND_FILE = /^[\w.{},-]+(\/[\w.{},-]+)*\/?$/
const IS_FILE = /\.(tsx?|cjs|css|md|sql)$/

/** The folder of a document and those around it: a path in it may be relative to any of them. */
function basesOf(document: string): string[] {
  const folder = posix.dirname(document)
  return folder === '.' ? [''] : [...basesOf(folder), `${folder}/`]
}

/**
 * Paths that a document writes as code and that do not exist, with `{a,b}` expanded. A text is a path if its first folder exists,
 * or if it ends as a file does. A mere name, of a file or of a folder with its slash, may be anywhere in the repository.
 *
 * @param files  all files of the repository
 * @param abbreviations  first folders that a document abbreviates
 */
export function missingPaths(document: string, markdown: string, files: string[], abbreviations: Record<string, string> = {}) {
  const known = new Set(files.flatMap((file) => [file, ...basesOf(file)]))
  const exists = (path: string) => known.has(path) || known.has(`${path}/`)
  const names = new Set([...known].map((path) => `${posix.basename(path)}${path.endsWith('/') ? '/' : ''}`))
  const bases = basesOf(document)
  const isPath = (path: string) =>
    IS_FILE.test(path) || (path.includes('/') && bases.some((base) => exists(base + path.split('/')[0])))
  const isMissing = (path: string) => (/^[^/]+\/?$/.test(path) ? !names.has(path) : !bases.some((base) => exists(base + path)))
  return codeOf(markdown)
    .flatMap((code) => code.split(/\s+/))
    .filter((token) => FOLDERS_AND_FILE.test(token))
    .flatMap(expand)
    .map((path) => path.replace(/^[^/]+(?=\/)/, (folder) => abbreviations[folder] ?? folder))
    .filter((path) => isPath(path) && isMissing(path))
}
