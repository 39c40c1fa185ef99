import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { groupModules } from './web/build/group-modules.ts'
import { manifest } from './web/build/manifest.ts'
import { packFiles } from './web/build/pack-files.ts'
import { precompress } from './web/build/precompress.ts'
import { preloadFonts } from './web/build/preload-fonts.ts'
import { trimIcons } from './web/build/trim-icons.ts'

const web = `${import.meta.dirname}/web`

/** What every screen runs on. In a file of its own it keeps its name, and an update of the app does not fetch it again. */
const everyScreen =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|dexie|dexie-react-hooks|@tanstack\/(?:react-router|router-core|history|store|react-store))\//

/**
 * What the directory and its cards are made of: the first page and nearly every other one run on it. Left to themselves
 * these modules become thirty files of a few hundred bytes, which pack badly.
 */
const directory = new RegExp(
  [
    'web/ui/(?:avatar|badge|button|create-icon|empty-state|skeleton)\\.',
    'web/replica/(?:public-replica|public-documents|first-investors)\\.',
    'web/features/directory/(?:queries|browse/(?:investor-card|card-skeleton)|investor/(?:labels|limit-note|locked-area))\\.',
    'web/features/contacts/(?:queries|save-star|mutations|unlocked-lines|contact-lines)\\.',
    'web/widgets/(?:investor-cards/investor-card|use-purchase-dialog)\\.',
    'shared/(?:monogram|money|ids|url|memoize|unlocks/quote|accounts/user-type)\\.',
    'shared/search/(?:word-index|vocabulary|tokenize|normalise-text|sorted-list|edit-distance)\\.',
    'shared/directory/(?:directory-index|filters/filter|filters/filter-masks|facets|search-document|sort-orders|popularity|display-price|title)\\.',
    'web/net/(?:api|session-lost|shown-principal)\\.',
    'node_modules/valibot/',
  ].join('|'),
)

export default defineConfig({
  root: web,
  // Its other build brings along what browsers of ten years ago lacked.
  resolve: {
    alias: [
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      // A stand-in for versions of React that lack this hook.
      { find: /^use-sync-external-store\/shim(?:\/index(?:\.js)?)?$/, replacement: 'react' },
    ],
  },
  // `bun run dev`: pages come from here, calls go on to the server.
  server: { port: 5173, proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true }, '/sandbox': 'http://127.0.0.1:3000' } },
  build: {
    outDir: 'dist',
    // Read by the server.
    manifest: true,
    target: 'es2023',
    reportCompressedSize: false,
    // One file of styles anyway: split, each script that loads a part later would name it.
    cssCodeSplit: false,
    // The server adds the scripts of a screen to its page (`readScreenScripts`); a list in the app itself would weigh more than a
    // kilobyte on every first visit.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
    },
    rolldownOptions: {
      output: {
        // Every first visit loads the list of the chunks that may come later: half a kilobyte of it would be their names, and their
        // hashes do not compress. Rolldown needs 7 characters at least. The manifest names each file.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[hash:7].js' : 'assets/[name]-[hash:7].js'),
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [{ name: 'vendor', test: everyScreen }, { name: 'directory', test: directory }, groupModules()],
        },
      },
    },
  },
  plugins: [
    // Before react(): it moves each route's component into a file of its own.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: `${web}/routes`,
      generatedRouteTree: `${web}/routeTree.gen.ts`,
      quoteStyle: 'single',
    }),
    react(),
    tailwindcss(),
    preloadFonts(),
    trimIcons(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      includeManifestIcons: false,
      // The drawn pictures of the sample data are cached when they are seen, as uploaded ones are.
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/icon-192.png'],
        globIgnores: ['sample/**'],
        manifestTransforms: [packFiles(`${web}/dist`)],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    precompress(),
  ],
})
