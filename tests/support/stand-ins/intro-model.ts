import { z } from 'zod'

/** How the model responds. */
export type ModelMood =
  | { kind: 'writes'; text: string }
  | { kind: 'answers'; status: number; body: string; type?: string }
  | { kind: 'is slow' }
  | { kind: 'leads away' }
  | { kind: 'never ends' }

const Asked = z.strictObject({
  model: z.string(),
  messages: z.array(z.strictObject({ role: z.enum(['system', 'user']), content: z.string() })),
})
export type ModelQuestion = z.infer<typeof Asked>

export const MODEL_KEY = 'sk-intro-test'
export const MODEL_NAME = 'small-writer'

/** A server of `POST /v1/chat/completions` in the form that OpenAI documents, and in malformed ones. */
export function startIntroModel(mood: ModelMood = { kind: 'writes', text: '' }) {
  const asked: ModelQuestion[] = []
  const paths: string[] = []
  let isAborted = false
  let now = mood
  const server = Bun.serve({
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, origin } = new URL(request.url)
      paths.push(pathname)
      if (pathname !== '/v1/chat/completions' || request.method !== 'POST') return refusal(404, 'Unknown request URL')
      if (request.headers.get('authorization') !== `Bearer ${MODEL_KEY}`) return refusal(401, 'Incorrect API key provided')
      const question = Asked.safeParse(await request.json())
      if (!question.success) return refusal(400, 'Unrecognized request argument supplied')
      asked.push(question.data)
      request.signal.addEventListener('abort', () => {
        isAborted = true
      })
      switch (now.kind) {
        case 'writes':
          return Response.json(completion(now.text))
        case 'answers':
          return new Response(now.body, { status: now.status, headers: { 'content-type': now.type ?? 'application/json' } })
        case 'is slow':
          await Bun.sleep(30_000)
          return Response.json(completion('Too late.'))
        case 'leads away':
          return Response.redirect(`${origin}/stolen`, 307)
        case 'never ends':
          return new Response(endless(), { headers: { 'content-type': 'application/json' } })
      }
    },
  })
  const base = `http://127.0.0.1:${server.port}/v1`
  return {
    url: base,
    env: { INTRO_MODEL_URL: base, INTRO_MODEL_KEY: MODEL_KEY, INTRO_MODEL_NAME: MODEL_NAME },
    /** Questions, in order. */
    asked,
    /** Requested paths, in order. */
    paths,
    wasAborted: () => isAborted,
    feel: (next: ModelMood) => {
      now = next
    },
    stop: () => server.stop(true),
  }
}

/** The response of the real service, with the unused fields beside the text. */
export const completion = (content: string | null) => ({
  id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
  object: 'chat.completion',
  created: 1_741_569_952,
  model: `${MODEL_NAME}-2026-08-01`,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content, refusal: null, annotations: [] },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
  service_tier: 'default',
})

const refusal = (status: number, message: string) =>
  Response.json({ error: { message, type: 'invalid_request_error', param: null, code: null } }, { status })

function endless(): ReadableStream<Uint8Array> {
  const more = new TextEncoder().encode(`"${'a'.repeat(8192)}",`)
  return new ReadableStream({ pull: (controller) => controller.enqueue(more) })
}
