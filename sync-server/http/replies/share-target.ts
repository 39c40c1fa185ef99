import { Elysia } from 'elysia'
import { type Form, leaveBodyUnread, readForm } from '#server/http/body/multipart.ts'
import type { RefuseUnknown } from '#server/http/not-found.ts'
import { Problem } from '#shared/problem.ts'
import { SHARE_PATH, SHARED_BLOCK, SHARED_FILES, type SharedContent } from '#shared/share/content.ts'
import { readPages, type WebFiles } from './static-files.ts'

/** A few thousand contact cards. A page with more is slow to open, and the app itself takes ten times as much. */
const MAX_SHARE_BYTES = 1024 * 1024

type ShareDeps = { files: WebFiles; refuse: RefuseUnknown }

/**
 * Answers the form of the system's share sheet where the service worker is gone. The reply is the page of the app with the content in
 * a block of data, which the browser does not execute; the server keeps nothing, and reads no session. The page takes it over.
 *
 * A form that is too large leads to a page that asks to share again: by then the service worker is back.
 */
export async function shareTarget({ files, refuse }: ShareDeps) {
  const html = (await readPages(files))?.of(SHARE_PATH).html
  return new Elysia({ name: 'share-target' }).post(
    SHARE_PATH,
    async (context) => {
      if (html === undefined) return refuse(context)
      const form = await readForm(context.request, MAX_SHARE_BYTES).catch((error) => {
        if (error instanceof Problem && error.code === 'too-large') return undefined
        throw error
      })
      const headers = { 'cache-control': 'no-store' }
      if (!form) return new Response(null, { status: 303, headers: { ...headers, location: `${SHARE_PATH}?lost=start` } })
      const block = blockOf(await readContent(form))
      // A function, because `$&` in shared text would be interpreted as a replacement pattern.
      const page = html.replace('</head>', () => `${block}</head>`)
      return new Response(page, { headers: { ...headers, 'content-type': 'text/html;charset=utf-8' } })
    },
    { parse: leaveBodyUnread },
  )
}

async function readContent(form: Form): Promise<SharedContent> {
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const files = form.getAll(SHARED_FILES).filter((value) => typeof value !== 'string')
  return { ...textOf('title'), ...textOf('text'), ...textOf('url'), cards: await Promise.all(files.map((file) => file.text())) }
}

/** Nothing in the content may end the element. */
const blockOf = (content: SharedContent) => {
  const json = JSON.stringify(content).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="${SHARED_BLOCK}">${json}</script>`
}
