import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const createIcon = `${import.meta.dirname}/../ui/create-icon.ts`

/** `import { X, type LucideIcon } from 'lucide-react'` */
const IMPORT = /import \{([^}]*)\} from 'lucide-react'/g

/** By each name of an icon, the file that has it, as the index of the library names them. */
const filesIn = (index: string) =>
  new Map(
    [...index.matchAll(/^export \{(.+)\} from '\.\/icons\/([\w-]+)\.mjs';$/gm)].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.replace('default as', '').trim(), file] as const),
    ),
  )

/**
 * Imports each icon from its own file, and removes from it what only the library's tools read. Its icons get the app's own component.
 * The first visit loads a dozen icons. Through the library's index every icon would count as needed wherever one is
 * (`group-modules.ts`).
 */
export function trimIcons(): Plugin[] {
  let files: Map<string, string> | undefined
  return [
    {
      name: 'import-icons',
      enforce: 'pre',
      apply: 'build',
      transform: {
        filter: { id: /\.tsx?(?:\?|$)/, code: /from 'lucide-react'/ },
        async handler(code) {
          const index = await this.resolve('lucide-react')
          files ??= filesIn(readFileSync(index?.id ?? '', 'utf8'))
          const importIcon = (written: string) => {
            const [name = '', own = name] = written.split(' as ')
            const file = files?.get(name)
            if (!file) throw new Error(`lucide-react has no icon ${name}.`)
            return `import ${own} from 'lucide-react/icons/${file}'`
          }
          const isValue = (name: string) => name !== '' && !name.startsWith('type ')
          const split = (names: string) => names.split(',').map((name) => name.trim())
          return { code: code.replace(IMPORT, (_, names) => split(names).filter(isValue).map(importIcon).join(';')), map: null }
        },
      },
    },
    {
      name: 'trim-icons',
      transform: {
        filter: { id: /lucide-react\/dist\/esm\/icons\// },
        handler: (code) => ({
          code: code
            .replace(/,\s*aliases: \[[^\]]*\]/, '')
            .replace('__iconData.node;\n', '')
            .replace("'../createLucideIcon.mjs'", JSON.stringify(createIcon)),
          map: null,
        }),
      },
    },
  ]
}
