import type { Plugin } from 'vite'

const createIcon = `${import.meta.dirname}/../ui/create-icon.ts`

/**
 * Removes from the icon library what only its own tools read, the other names of an icon, and gives its icons the app's own component.
 * The first visit loads a dozen icons.
 */
export const trimIcons = (): Plugin => ({
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
})
