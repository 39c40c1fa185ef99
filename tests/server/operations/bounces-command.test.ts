import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { mailOutbox } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { openDatabase } from '#server/database/open.ts'
import { runCommand } from '#tests/support/actors/run-command.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-bounces-`)
const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }

// The server’s own connection: the command must not take its database away.
const server = await openDatabase({ DATA_DIR: folder })
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const command = (args: string[], input = '') => runCommand('bounces', { args, input, env })

async function bounceOf(recipient: string) {
  const id = newId<string>('mail')
  await server.db
    .insert(mailOutbox)
    .values({ id, template: 'sale', recipient, subject: 'News', text: 'News', sentAt: new Date() })
  return `Content-Type: multipart/report; report-type=delivery-status; boundary=b1

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: 5.1.1

--b1
Content-Type: text/rfc822-headers

Message-ID: <${id}@latchkey.example>
To: ${recipient}

--b1--
`
}

test('bounces are applied from the input, from an mbox and from a folder, each once', async () => {
  const [one, two, three] = [
    await bounceOf('one@example.com'),
    await bounceOf('two@example.com'),
    await bounceOf('three@example.com'),
  ]
  mkdirSync(`${folder}/new`)
  writeFileSync(`${folder}/new/1`, two)
  writeFileSync(`${folder}/bounces.mbox`, `From a Sat Nov 28\n${one}\nFrom b Sat Nov 28\n${three}`)
  expect(await command([], one)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 messages: 1 reports applied, 0 known'),
  })
  const { stdout } = await command([`${folder}/new`, `${folder}/bounces.mbox`])
  expect(stdout).toContain('3 messages: 2 reports applied, 1 known already, 0 not about')
  expect((await command(['--show', 'Three@example.com'])).stdout).toContain('Security mails only: hard-bounce')
})

test('an operator suppresses and releases an address', async () => {
  expect((await command(['--suppress', 'noa@example.com'])).stdout).toContain('Security mails only: manual')
  expect((await command(['--lift', 'noa@example.com'])).stdout).toContain('Gets all mails.')
  expect(await command(['--lift', 'nobody'])).toMatchObject({ code: 1, stderr: expect.stringContaining('is no address') })
})
