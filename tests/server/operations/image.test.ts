import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'

const DOCKERFILE = 'sync-server/deploy/Dockerfile'

type Step = { word: string; args: string }
type Stage = { name: string; steps: Step[] }

/** The stages of the image; the last one has no name. */
function readStages(): Stage[] {
  const stages: Stage[] = []
  for (const line of readFileSync(DOCKERFILE, 'utf8').split('\n')) {
    const [, word = '', args = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (word === 'FROM') stages.push({ name: / AS (\w+)$/.exec(args)?.[1] ?? '', steps: [] })
    else if (word) stages.at(-1)?.steps.push({ word, args })
  }
  return stages
}
const stages = readStages()
const image = stages.at(-1) as Stage
const argsOf = (word: string) => image.steps.filter((step) => step.word === word).map(({ args }) => args)

/** Files that the image leaves out, as its ignore file says. */
const isLeftOut = (path: string) => /(^web\/dist|\.test\.tsx?|\.tsbuildinfo)$/.test(path)

/** Runs the copies of a stage in a folder, and those of its commands that `runs` accepts. */
function build({ steps }: Stage, folder: string, runs: RegExp, others: Record<string, string> = {}) {
  for (const { word, args } of steps) {
    if (word === 'COPY') {
      const [, from, list = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(args) ?? []
      const names = list.split(' ')
      const to = names.pop() ?? ''
      for (const name of names) {
        const source = from ? join(others[from] ?? '', name.replace('/app/', '')) : name
        const target = join(folder, to.endsWith('/') ? join(to, name) : to)
        mkdirSync(dirname(target), { recursive: true })
        if (from) renameSync(source, target)
        else cpSync(source, target, { recursive: true, filter: (path) => !isLeftOut(path) })
      }
    }
    if (word === 'RUN' && runs.test(args)) {
      const { status, stderr } = spawnSync('sh', ['-c', args], { cwd: folder, encoding: 'utf8' })
      expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
    }
  }
}

const listFiles = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((path) => !path.startsWith('node_modules')).sort()

test('the steps of the image make a node that serves with the packages of production alone, writes to its data folder only, and ends when it is asked to', async () => {
  const folder = mkdtempSync(`${tmpdir()}/latchkey-image-`)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The database runs as another user where the tests run as root.
  chmodSync(folder, 0o755)
  const [dependencies, built, app, data] = ['dependencies', 'built', 'app', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const each of [dependencies, built, app]) mkdirSync(each)
  // The build of the web app is part of the browser tests.
  mkdirSync(join(built, 'web/dist'), { recursive: true })
  writeFileSync(join(built, 'web/dist/index.html'), '<!doctype html><title>Latchkey</title>')
  build(stages.find(({ name }) => name === 'dependencies') as Stage, dependencies, /^bun install/)
  build(image, app, /^$/, { dependencies, build: built })
  expect(existsSync(join(app, 'node_modules/vitest'))).toBe(false)
  const before = listFiles(app)

  const port = String(await freePort())
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: data,
    SEED: 'none',
    PAYMENTS: 'sandbox',
  }
  const healthy = () => spawnSync('bun', ['sync-server/deploy/healthy.ts'], { cwd: app, env }).status
  expect(healthy()).toBe(1)
  const [command = '', ...args] = JSON.parse(argsOf('CMD').at(-1) ?? '[]') as string[]
  const node = spawn(command, args, { cwd: app, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  node.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise((resolve) => node.once('exit', resolve))
  const health = () => (node.exitCode === null ? healthy() : said)
  onTestFinished(() => void node.kill('SIGKILL'))
  await expect.poll(health, { interval: 250 }).toBe(0)
  const page = await fetch(`http://127.0.0.1:${port}/`)
  expect([page.status, (await page.text()).includes('Latchkey')]).toEqual([200, true])
  node.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(listFiles(app)).toEqual(before)
})

test('the image runs without rights of root, names its health check and its signal, and copies what its ignore file lets through', () => {
  expect([argsOf('USER'), argsOf('STOPSIGNAL'), argsOf('VOLUME')]).toEqual([['bun'], ['SIGTERM'], ['/data']])
  expect(argsOf('HEALTHCHECK').join()).toContain('sync-server/deploy/healthy.ts')
  const ignored = readFileSync(`${DOCKERFILE}.dockerignore`, 'utf8').split('\n')
  const copied = stages.flatMap(({ steps }) =>
    steps.flatMap(({ word, args }) => (word === 'COPY' && !args.startsWith('--') ? args.split(' ').slice(0, -1) : [])),
  )
  expect(copied.filter((path) => !existsSync(path) || !ignored.includes(`!${path.split('/')[0]}`))).toEqual([])
})
