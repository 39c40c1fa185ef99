import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { payments } from '#drizzle/schema/index.ts'
import { createIntroModel } from '#server/features/unlocks/intro-model.ts'
import { WRITE_INTRO, writeIntro } from '#server/features/unlocks/write-intro.ts'
import { createLog } from '#server/log.ts'
import { startTestApp } from '#tests/support/app.ts'
import { completion, MODEL_KEY, type ModelMood, startIntroModel } from '#tests/support/stand-ins/intro-model.ts'
import { listJobs } from '#tests/support/state/jobs.ts'
import { introOfSale } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'
import { BODY, contacts, endpointOf, setUp } from './setup.ts'

const { model, app, db, founder, investor, buy, jobDone, sold } = await setUp()

const FIXED = 'matches what we build.'

describe('the fixed sentences stay', () => {
  const failures: [string, ModelMood][] = [
    ['answers with broken JSON', { kind: 'answers', status: 200, body: '{"choices": [' }],
    ['answers with a page', { kind: 'answers', status: 200, body: '<html>Gateway</html>', type: 'text/html' }],
    ['answers in another format', { kind: 'answers', status: 200, body: '{"output": "We build ports."}' }],
    ['has no answer', { kind: 'answers', status: 200, body: '{"choices": []}' }],
    ['refuses', { kind: 'answers', status: 200, body: JSON.stringify(completion(null)) }],
    ['answers with nothing', { kind: 'writes', text: '' }],
    ['fails', { kind: 'answers', status: 500, body: '{"error": {"message": "boom"}}' }],
    ['reports a rate limit', { kind: 'answers', status: 429, body: '{"error": {"message": "Rate limit reached"}}' }],
    ['redirects elsewhere', { kind: 'leads away' }],
    [
      'answers with too much data',
      { kind: 'answers', status: 200, body: JSON.stringify({ ...completion(BODY), more: 'x'.repeat(100_000) }) },
    ],
    ['never ends its answer', { kind: 'never ends' }],
    ['writes a link', { kind: 'writes', text: `${BODY} See https://evil.example for more.` }],
    ['writes an address', { kind: 'writes', text: `${BODY} Write to eve@evil.example instead.` }],
    ['leaves a blank', { kind: 'writes', text: `${BODY} We are [your company].` }],
    ['invents a figure', { kind: 'writes', text: `${BODY} We serve 90 ports.` }],
    ['invents a name', { kind: 'writes', text: `${BODY} We are backed by Sequoia.` }],
    ['writes too long a text', { kind: 'writes', text: BODY.repeat(8) }],
  ]
  let sale: Awaited<ReturnType<typeof sold>>
  beforeAll(async () => {
    sale = await sold()
  })

  test.each(failures)('when the model %s', async (_, mood) => {
    model.feel(mood)
    await writeIntro({ db, log: createLog('silent'), model: createIntroModel(endpointOf(model)) })({ orderId: sale.orderId })
    expect(model.paths).toEqual(['/v1/chat/completions'])
    expect(await introOfSale(db, sale.orderId)).toBe(sale.before)
    expect(sale.before).toContain(FIXED)
  })

  test('and the job is done after any answer of the model: it is called once', async () => {
    model.feel({ kind: 'answers', status: 500, body: '' })
    const ada = await founder()
    const { confirmed, orderId } = await buy(ada, await investor())
    await jobDone(orderId)
    expect(model.asked).toHaveLength(1)
    const [contact] = await contacts(ada)
    expect(contact?.introTemplate).toBe(confirmed?.introTemplate)
  })

  test('when the model is unreachable', async () => {
    const gone = startIntroModel()
    gone.stop()
    const write = writeIntro({ db, log: createLog('silent'), model: createIntroModel(endpointOf(gone)) })
    const { orderId, before } = await sold()
    await write({ orderId })
    expect(await introOfSale(db, orderId)).toBe(before)
  })

  test('when the model does not answer in time: the request is then aborted', async () => {
    const { orderId, before } = await sold()
    model.feel({ kind: 'is slow' })
    const write = writeIntro({ db, log: createLog('silent'), model: createIntroModel(endpointOf(model), 200) })
    await write({ orderId })
    expect(await introOfSale(db, orderId)).toBe(before)
    await until(async () => model.wasAborted(), Boolean)
  })

  test('for a guest, and for a founder whose project is not public: none of their data is sent', async () => {
    const buyers = [
      app.visitor(),
      await app.member(),
      await founder(app, { isPublished: false, publishedAt: null }),
      await founder(app, { status: 'rejected' }),
    ]
    for (const buyer of buyers) {
      const { confirmed, orderId } = await buy(buyer, await investor())
      await jobDone(orderId)
      const [contact] = await contacts(buyer)
      expect(contact?.introTemplate).toBe(confirmed?.introTemplate)
    }
    expect(model.asked).toEqual([])
  })
})

test('without a model no job is created', async () => {
  const plain = await startTestApp()
  const ada = await founder(plain)
  const { confirmed } = await buy(ada, await investor({}, plain), plain)
  expect(confirmed?.introTemplate).toContain(FIXED)
  expect(await listJobs(plain.database.db, { kind: WRITE_INTRO })).toEqual([])
})

test('an erased account gets no introduction', async () => {
  const { orderId } = await sold()
  const erasing = createIntroModel(endpointOf(model))
  const write = writeIntro({
    db,
    log: createLog('silent'),
    model: {
      write: async (facts) => {
        await db.update(payments).set({ introTemplate: null }).where(eq(payments.orderId, orderId))
        return erasing.write(facts)
      },
    },
  })
  await write({ orderId })
  expect(await introOfSale(db, orderId)).toBeNull()
})

test('a job that another node has taken over writes nothing', async () => {
  const { orderId, before } = await sold()
  const write = writeIntro({ db, log: createLog('silent'), model: createIntroModel(endpointOf(model)) })
  const lost = new Error('taken over')
  const run = {
    progress: undefined,
    saveProgress: async () => undefined,
    requireLease: () => {
      throw lost
    },
  }
  await expect(write({ orderId }, run)).rejects.toBe(lost)
  expect(await introOfSale(db, orderId)).toBe(before)
})

test('log lines contain neither the key nor a text of the model', async () => {
  const lines: string[] = []
  const { orderId } = await sold()
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const write = writeIntro({ db, log, model: createIntroModel(endpointOf(model)) })
  for (const body of ['{"secret": ', '{"secret": 1}', JSON.stringify(completion('secret'))]) {
    model.feel({ kind: 'answers', status: 200, body })
    await write({ orderId })
  }
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toMatch(new RegExp(`secret|${MODEL_KEY}|Tidepool`))
})
