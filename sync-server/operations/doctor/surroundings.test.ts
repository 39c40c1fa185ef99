import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { diskStorage, type Storage, s3Storage } from '#server/storage/storage.ts'
import { startS3 } from '#tests/support/stand-ins/s3.ts'
import { startSmtp } from '#tests/support/stand-ins/smtp.ts'
import { problem, runCheck } from './finding.ts'
import { checkMail } from './mail.ts'
import { checkAddress, checkReachable } from './public-url.ts'
import { checkSpace, checkStorage } from './storage.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-doctor-`)
afterAll(() => rmSync(folder, { recursive: true }))

describe('a check', () => {
  test('that does not end is a problem', async () => {
    const result = await runCheck({ name: 'mail', timeoutMs: 5, run: () => new Promise(() => undefined) })
    expect(result).toMatchObject([{ check: 'mail', status: 'problem', text: expect.stringContaining('No answer') }])
  })

  test('that fails is a problem, without the message of the error', async () => {
    const run = async () => {
      throw Object.assign(new Error('zqxsecret'), { code: 'ECONNRESET' })
    }
    const [result] = await runCheck({ name: 'mail', run })
    expect(result).toMatchObject({ status: 'problem', text: expect.stringContaining('ECONNRESET') })
    expect(JSON.stringify(result)).not.toContain('zqxsecret')
  })

  test('keeps its findings', async () => {
    expect(await runCheck({ name: 'a', run: async () => [problem('b', 'c')] })).toEqual([
      { check: 'a', status: 'problem', text: 'b', remedy: 'c' },
    ])
  })
})

describe('mail', () => {
  const local = { NODE_ENV: 'development', isPaymentSandbox: true } as const

  test('that is accepted is fine, and none is sent', async () => {
    const smtp = await startSmtp()
    expect(await checkMail({ ...local, SMTP_URL: smtp.url })).toMatchObject([{ status: 'ok' }])
    expect(smtp.received).toEqual([])
  })

  test('with a wrong password is a problem, which does not contain it', async () => {
    const smtp = await startSmtp({ password: 'zqxwrong' })
    const found = await checkMail({ ...local, SMTP_URL: smtp.url })
    expect(found).toMatchObject([
      { status: 'problem', text: expect.stringContaining('EAUTH'), remedy: expect.stringContaining('password') },
    ])
    expect(JSON.stringify(found)).not.toMatch(/zqx|127\.0\.0\.1/)
  })

  test('to a server that does not run, or that speaks no TLS, is a problem', async () => {
    expect(await checkMail({ ...local, SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject([{ status: 'problem' }])
    const smtp = await startSmtp()
    expect(await checkMail({ ...local, SMTP_URL: smtp.url.replace('smtp:', 'smtps:') })).toMatchObject([{ status: 'problem' }])
  })

  test('as files is fine on a machine of its own, and a problem in a deployment', async () => {
    expect(await checkMail({ ...local, SMTP_URL: undefined })).toMatchObject([{ status: 'ok' }])
    expect(await checkMail({ ...local, NODE_ENV: 'production', SMTP_URL: undefined })).toMatchObject([{ status: 'problem' }])
    expect(await checkMail({ ...local, isPaymentSandbox: false, SMTP_URL: undefined })).toMatchObject([{ status: 'problem' }])
  })
})

describe('uploads', () => {
  test('on a disk and in a bucket are fine, and nothing is left there', async () => {
    const s3 = startS3('key')
    onTestFinished(() => s3.stop())
    const bucket = s3Storage({ bucket: 'b', endpoint: s3.url, region: 'x', accessKeyId: 'key', secretAccessKey: 's' })
    expect(await checkStorage(bucket, true)).toMatchObject([{ status: 'ok' }])
    expect(s3.objects.size).toBe(0)
    expect(await checkStorage(diskStorage(`${folder}/uploads`), false)).toMatchObject([{ status: 'ok' }])
  })

  test('with a key that the bucket does not accept are a problem', async () => {
    const s3 = startS3('key')
    onTestFinished(() => s3.stop())
    const bucket = s3Storage({ bucket: 'b', endpoint: s3.url, region: 'x', accessKeyId: 'other', secretAccessKey: 'zqxsecret' })
    const found = await checkStorage(bucket, true)
    expect(found).toMatchObject([{ status: 'problem', text: expect.stringContaining('cannot write a file (AccessDenied)') }])
    expect(JSON.stringify(found)).not.toMatch(/zqx|127\.0\.0\.1/)
  })

  test('in a folder that is a file are a problem', async () => {
    writeFileSync(`${folder}/file`, '')
    expect(await checkStorage(diskStorage(`${folder}/file/uploads`), false)).toMatchObject([
      { status: 'problem', text: expect.stringContaining('cannot write') },
    ])
  })

  test.each<[step: string, fault: Partial<Storage>]>([
    ['read', { get: async () => undefined }],
    ['delete', { remove: () => Promise.reject(new Error('zqx')) }],
  ])('that cannot %s a file are a problem', async (step, fault) => {
    expect(await checkStorage({ ...diskStorage(`${folder}/uploads`), ...fault }, false)).toMatchObject([
      { status: 'problem', text: expect.stringContaining(`cannot ${step}`) },
    ])
  })
})

test.each([
  [0.1, 'problem'],
  [1, 'warning'],
  [20, 'ok'],
])('%d GB of free space: %s', async (gigabytes, status) => {
  const measure = (async () => ({ bavail: gigabytes * 1024 ** 2, bsize: 1024 })) as unknown as Parameters<typeof checkSpace>[1]
  expect(await checkSpace(`${folder}/not/there/yet`, measure)).toMatchObject([{ status }])
})

describe('the public address', () => {
  const env = { PUBLIC_URL: 'https://latchkey.example', TRUST_PROXY: 1, NODE_ENV: 'production' } as const

  test('behind one proxy is fine', () => {
    expect(checkAddress(env)).toEqual([])
  })

  test.each<[what: string, change: Partial<Parameters<typeof checkAddress>[0]>, status: string, text: string]>([
    ['with a path', { PUBLIC_URL: 'https://latchkey.example/app' }, 'problem', 'a path'],
    ['without TLS in production', { PUBLIC_URL: 'http://latchkey.example', TRUST_PROXY: 0 }, 'problem', 'not https'],
    [
      'without TLS elsewhere',
      { PUBLIC_URL: 'http://latchkey.example', TRUST_PROXY: 0, NODE_ENV: 'development' },
      'warning',
      'not https',
    ],
    ['behind a proxy that is not trusted', { TRUST_PROXY: 0 }, 'problem', 'TRUST_PROXY is 0'],
    ['behind proxies that are not there', { PUBLIC_URL: 'http://127.0.0.1:3000' }, 'warning', 'TRUST_PROXY is set without https'],
    ['that is missing behind a proxy', { PUBLIC_URL: undefined }, 'warning', 'PUBLIC_URL is not'],
  ])('%s: found', (_, change, status, text) => {
    expect(checkAddress({ ...env, ...change })).toMatchObject([{ status, text: expect.stringContaining(text) }])
  })

  const HEALTHY = { status: 'ok', version: '1', database: 'ok' }
  const answering = (fetch: (request: Request, server: Bun.Server<undefined>) => Response | undefined) => {
    const server = Bun.serve({ port: 0, fetch, websocket: { message: () => undefined } })
    onTestFinished(() => server.stop(true))
    return { PUBLIC_URL: `http://127.0.0.1:${server.port}` }
  }

  test('that leads to the server, also for WebSockets, is fine', async () => {
    const reached = answering((request, server) => {
      if (new URL(request.url).pathname === '/api/health') return Response.json(HEALTHY)
      const isOwn = request.headers.get('origin') === new URL(request.url).origin
      return isOwn && server.upgrade(request) ? undefined : new Response('', { status: 403 })
    })
    expect(await checkReachable(reached)).toMatchObject([{ status: 'ok' }])
  })

  test.each<[what: string, reply: () => Response, status: string, text: string]>([
    ['whose proxy passes no WebSockets', () => Response.json(HEALTHY), 'problem', 'WebSockets do not reach'],
    ['that redirects', () => Response.redirect('https://www.latchkey.example/'), 'problem', 'redirects'],
    ['of another server', () => new Response('<h1>Welcome</h1>'), 'problem', 'Another server'],
    ['of a proxy without a server', () => new Response('', { status: 502 }), 'warning', 'answers 502'],
    ['of a server that drains', () => Response.json({ ...HEALTHY, status: 'draining' }, { status: 503 }), 'warning', 'draining'],
  ])('%s: found', async (_, reply, status, text) => {
    expect(await checkReachable(answering(reply))).toMatchObject([{ status, text: expect.stringContaining(text) }])
  })

  test('that does not answer is a warning: the server may be down', async () => {
    expect(await checkReachable({ PUBLIC_URL: 'http://127.0.0.1:1' })).toMatchObject([{ status: 'warning' }])
  })
})
