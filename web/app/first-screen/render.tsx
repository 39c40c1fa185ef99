import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import type { FirstScreen } from '#shared/directory/first-investors.ts'
import { createAppRouter } from '#web/app/create-app-router.ts'
import { giveFirstInvestors } from '#web/replica/first-investors.ts'
import { giveFirstPart } from '#web/replica/first-part.ts'

/**
 * The HTML of a screen as a device without any data renders it first. The browser shows it before it has a script, and the app
 * then renders the same in its place.
 *
 * One at a time: the investors are those of the whole module.
 */
export async function renderFirstScreen({ path, investors, part }: FirstScreen): Promise<string> {
  giveFirstInvestors(investors)
  giveFirstPart(part)
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const { prelude } = await prerender(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return withoutControls(await new Response(prelude).text())
}

/**
 * Buttons and fields do nothing before the app has loaded: text that is typed would be lost, and a tap would have no effect. Links
 * work. React escapes `<` in texts and attributes.
 */
const withoutControls = (html: string) => html.replace(/<(button|input|select|textarea)\b/g, '<$1 inert=""')
