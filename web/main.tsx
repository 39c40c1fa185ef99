import { createRouter, defaultStringifySearch } from '@tanstack/react-router'
import { afterFirstPaint } from '#web/app/after-first-paint.ts'
import { renderApp } from '#web/app/render-app.tsx'
import { startSync } from '#web/app/start-sync.ts'
import { keepInstallPrompt } from '#web/features/install/install-prompt.ts'
import { PageLoading } from './features/shell/page-loading.tsx'
import { routeTree } from './routeTree.gen.ts'
import { leavePage } from './ui/page-title.ts'

const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  scrollRestoration: true,
  // Several values of a filter stay readable: `stage=Seed,Series+A`.
  stringifySearch: (search) => defaultStringifySearch(search).replaceAll('%2C', ','),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) leavePage()
})

keepInstallPrompt()

renderApp(router)

void startSync()
/** The worker stores the rest of the app after the first paint. */
void afterFirstPaint()
  .then(() => import('#web/features/shell/update/watch-for-updates.ts'))
  .then(
    ({ watchForUpdates }) => watchForUpdates(),
    () => undefined,
  )
void afterFirstPaint()
  .then(() => import('#web/app/route-titles.ts'))
  .then(
    ({ keepTitles }) => keepTitles(router),
    () => undefined,
  )
