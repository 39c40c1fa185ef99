import { afterFirstPaint } from '#web/app/after-first-paint.ts'
import { createAppRouter } from '#web/app/create-app-router.ts'
import { loadBackground } from '#web/app/load-background.ts'
import { renderApp } from '#web/app/render-app.tsx'
import { startSync } from '#web/app/start-sync.ts'
import { keepEarlyErrors } from '#web/features/client-errors/early-errors.ts'
import { keepInstallPrompt } from '#web/features/install/install-prompt.ts'
import { proveWith } from '#web/net/prover.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { leavePage } from './ui/page-title.ts'

keepEarlyErrors()

const router = createAppRouter()

router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) leavePage()
})

keepInstallPrompt()

proveWith(async (...given) => (await loadChunk(() => import('#web/features/shell/proof/prove.ts'))).prove(...given))

// First: the browser opens the databases while the page is rendered.
void startSync()

renderApp(router)
void afterFirstPaint()
  .then(loadBackground)
  .then(
    ({ startLater }) => startLater(router),
    () => undefined,
  )
