import type { Plugin } from 'vite'

/** Removes from the icon library what only its own tools read: other names of an icon. The first visit loads a dozen icons. */
export const trimIcons = (): Plugin => ({
  name: 'trim-icons',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({ code: code.replace(/,\s*aliases: \[[^\]]*\]/, '').replace('__iconData.node;\n', ''), map: null }),
  },
})
