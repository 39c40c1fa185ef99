import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { checkReachable } from '#server/operations/doctor/public-url.ts'
import { runCommand } from '#tests/support/actors/run-command.ts'
import { startTestApp } from '#tests/support/app.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-doctor-command-`)
writeFileSync(`${folder}/index.html`, '')
afterAll(() => rmSync(folder, { recursive: true }))

async function doctor(variables: Record<string, string>, ...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, WEB_DIR: folder, ...variables }
  const { stdout, stderr, code } = await runCommand('doctor', { args, env })
  return { output: stdout + stderr, code }
}

test('a machine without faults, on which no server runs, ends with 0, also where there are warnings', async () => {
  expect(await doctor({})).toMatchObject({ code: 0, output: expect.stringContaining('0 problems, 0 warnings') })
  const { output, code } = await doctor({ PAYMENTS: 'sandbox', HOST: '0.0.0.0' }, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(output)).toMatchObject({
    problems: 0,
    warnings: 1,
    results: expect.arrayContaining([
      expect.objectContaining({ check: 'configuration', status: 'warning', remedy: expect.any(String) }),
    ]),
  })
})

test('a configuration that cannot be used ends with 1, and names each fault', async () => {
  expect(await doctor({ PORT: 'eighty', SMTP_URL: 'http://zqxuser:zqxpassword@host' })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/problem {2}configuration.*PORT.*SMTP_URL/s),
  })
})

test('the public address of a running server is reached as by a visitor, also by WebSocket', async () => {
  const app = await startTestApp()
  expect(await checkReachable({ PUBLIC_URL: app.url })).toMatchObject([{ status: 'ok' }])
})

test('services that do not answer are problems, side by side, and no secret or address is printed', async () => {
  const at = '127.0.0.1:1'
  const { output, code } = await doctor({
    DATABASE_URL: `postgres://zqxuser:zqxpassword@${at}/zqxdatabase`,
    SMTP_URL: `smtp://zqxuser:zqxpassword@${at}`,
    MAIL_FROM: 'Latchkey <zqxsender@latchkey.example>',
    S3_BUCKET: 'zqxbucket',
    S3_ACCESS_KEY_ID: 'zqxkey',
    S3_SECRET_ACCESS_KEY: 'zqxsecret',
    S3_ENDPOINT: `http://${at}`,
    PUBLIC_URL: `http://${at}`,
    ADMIN_EMAILS: 'zqxadmin@latchkey.example',
    HEALTH_TOKEN: 'zqxtokenzqxtokenzqxtoken',
  })
  expect(code).toBe(1)
  for (const check of ['database', 'mail', 'uploads']) expect(output).toMatch(new RegExp(`^problem +${check} `, 'm'))
  expect(output).toMatch(/^warning +address /m)
  expect(output).not.toMatch(/zqx|127\.0\.0\.1/)
})
