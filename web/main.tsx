import { afterFirstPaint } from '#web/app/after-first-paint.ts'
import { createAppRouter } from '#web/app/create-app-router.ts'
import { renderApp } from '#web/app/render-app.tsx'
import { startSync } from '#web/app/start-sync.ts'
import { keepInstallPrompt } from '#web/features/install/install-prompt.ts'
import { leavePage } from './ui/page-title.ts'

const router = createAppRouter()

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
