import { existsSync } from 'node:fs'
import type { ManifestOptions } from 'vite-plugin-pwa'

/** Pictures for the install dialog. They are screenshots of the running app, so a fresh clone may not have them yet. */
const screenshots = [
  { src: '/screenshots/narrow.png', sizes: '390x844', type: 'image/png', form_factor: 'narrow', label: 'Browse investors' },
  { src: '/screenshots/wide.png', sizes: '1280x800', type: 'image/png', form_factor: 'wide', label: 'Browse investors' },
] as const

const icons = [{ src: '/icons/icon-192.png', sizes: '192x192' }]

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Latchkey',
  short_name: 'Latchkey',
  description: 'Pay once. Get the direct contact of a VC or angel.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#f7f2e7',
  background_color: '#f7f2e7',
  categories: ['business', 'finance'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Contacts', url: '/contacts', icons },
    { name: 'Browse investors', url: '/vcs', icons },
    { name: 'Calls', url: '/calls', icons },
    { name: 'New project', url: '/project-setup', icons },
  ],
  // By GET: the page itself receives it, so that sharing works offline, and removes it from the address immediately.
  share_target: {
    action: '/share',
    // Received by the service worker (`web/service-worker/receive-share.ts`), without one by the server
    // (`sync-server/http/replies/share-target.ts`): files need a form.
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      ...{ title: 'title', text: 'text', url: 'url' },
      files: [{ name: 'cards', accept: ['text/vcard', 'text/x-vcard', 'text/directory', '.vcf', '.vcard'] }],
    },
  },
  file_handlers: [{ action: '/share', accept: { 'text/vcard': ['.vcf', '.vcard'] } }],
  launch_handler: { client_mode: 'navigate-existing' },
  screenshots: screenshots.filter(({ src }) => existsSync(`${import.meta.dirname}/../public${src}`)),
}
