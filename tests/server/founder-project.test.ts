import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { projectDrafts, projects } from '#drizzle/schema/index.ts'
import type { FounderProject, OwnProject } from '#shared/projects/own.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listProjects } from '#tests/support/state/projects.ts'
import { storedText } from '#tests/support/state/rows.ts'

const app = await startTestApp()
const { member, visitor, database } = app

type Saved = FounderProject & { code?: string; message?: string; fields?: { path: string; message: string }[] }
const save = (client: Client, body: unknown) => client.post<Saved>('/api/founder/project', body)
const read = (client: Client) => client.get<Saved>('/api/profile/founder')
const named = { companyName: 'Quayside Labs', description: 'Settlement for ports.' }

/** Pushes a change of the draft from one device. */
async function push(client: Client, args: unknown, base?: unknown) {
  const mutation = { id: newMutationId(), name: 'project.saveDraft', args, base, madeAt: new Date().toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

async function ownOf(client: Client): Promise<OwnProject | undefined> {
  const { body } = await client.post<{ put: { ownProject?: OwnProject[] } }>('/api/sync/me', { have: {} })
  return body.put.ownProject?.[0]
}

const rowsOf = (client: { user: { id: string } }) => listProjects(database.db, { userId: client.user.id })

describe('the badge of a verified project', () => {
  const verified = async () => {
    const founder = await member()
    await save(founder, { ...named, websiteUrl: 'https://quayside.example/' })
    const change = { status: 'verified' as const, isPublished: true, publishedAt: new Date() }
    await database.db.update(projects).set(change).where(eq(projects.userId, founder.user.id))
    return founder
  }

  test('is removed with another link until the team has reviewed it, and the project stays public', async () => {
    const byCall = await verified()
    await save(byCall, { websiteUrl: 'https://evil.example/' })
    const byDraft = await verified()
    await push(
      byDraft,
      { changes: { pitchDeckUrl: 'https://evil.example/deck' }, settles: {}, isFinished: true },
      {
        pitchDeckUrl: [fingerprint('')],
      },
    )
    for (const founder of [byCall, byDraft]) {
      expect(await rowsOf(founder)).toMatchObject([{ status: 'under review', isPublished: true }])
    }
  })

  test('stays with another text', async () => {
    const founder = await verified()
    await save(founder, { description: 'Settlement for harbours.', traction: 'Three ports.' })
    expect(await rowsOf(founder)).toMatchObject([{ status: 'verified', description: 'Settlement for harbours.' }])
  })
})

describe('saving a project', () => {
  test('before the first save there is no project', async () => {
    const { status, body } = await read(await member())
    expect([status, body.id, body.companyName, body.isPublished, body.votes]).toEqual([200, null, null, false, 0])
  })

  test('every field is returned as it was written, amounts as whole dollars, and blank fields as null', async () => {
    const founder = await member()
    const written = {
      ...named,
      logoUrl: 'https://quayside.example/logo.png',
      projectStage: 'Beta',
      tickerLaunched: true,
      dexScreenerUrl: 'https://dexscreener.com/base/0x1',
      pitchDeckUrl: 'https://quayside.example/deck',
      amountRaising: '$1,500,000',
      valuation: '',
      committedAmount: 250_000,
      traction: 'Two ports.\nForty ships.',
      ecosystem: 'Base',
      vertical: 'Supply Chain',
      dataRoomUrl: 'https://quayside.example/data',
      linkedinUrl: 'https://www.linkedin.com/company/quayside',
      twitterUrl: 'https://x.com/quayside',
      founderTwitterUrl: 'https://x.com/ida',
      websiteUrl: 'https://quayside.example/',
      revenueGenerating: true,
      email: 'ida@quayside.example',
      founderName: 'Ida Berg',
      oneLineDescription: 'Ports that settle in minutes',
      teamSize: 7,
      teamRoles: 'Four engineers, a captain',
      location: 'Rotterdam',
      roundType: 'Seed',
      idealInvestorType: 'Somebody who has seen a crane',
    }
    const { status, body } = await save(founder, written)
    const kept = { ...written, amountRaising: 1_500_000, valuation: null }
    expect(status).toBe(200)
    expect(body).toMatchObject(kept)
    expect((await read(founder)).body).toEqual(body)
    const [row] = await rowsOf(founder)
    expect(row).toMatchObject(kept)
  })

  test('omitted fields are unchanged, and the last write wins per field', async () => {
    const founder = await member()
    await save(founder, { ...named, location: 'Rotterdam' })
    const { body } = await save(founder, { companyName: 'Quayside' })
    expect([body.companyName, body.description, body.location]).toEqual(['Quayside', named.description, 'Rotterdam'])
  })

  test('the specification’s ‘Apotos’ is Aptos: in the project, in the draft, and in a draft of an earlier release', async () => {
    const founder = await member()
    expect(await save(founder, { ...named, ecosystem: 'Apotos' })).toMatchObject({ status: 200, body: { ecosystem: 'Aptos' } })
    expect((await rowsOf(founder))[0]?.ecosystem).toBe('Aptos')
    expect((await read(founder)).body.ecosystem).toBe('Aptos')
    expect((await ownOf(founder))?.values.ecosystem).toBe('Aptos')

    const writer = await member()
    await push(writer, { changes: { ecosystem: 'Apotos' }, settles: {} }, { ecosystem: [fingerprint('')] })
    expect((await ownOf(writer))?.values.ecosystem).toBe('Aptos')

    await database.db
      .update(projectDrafts)
      .set({ values: sql`${projectDrafts.values} || '{"ecosystem": "Apotos"}'` })
      .where(eq(projectDrafts.principalId, founder.user.principalId))
    expect((await read(founder)).body.ecosystem).toBe('Aptos')
  })

  const refused = member()
  test.each([
    [{ description: 'x' }, 'companyName', 'Please provide your company name.'],
    [{ ...named, companyName: '  ' }, 'companyName', 'Please provide your company name.'],
    [{ companyName: 'x', description: '' }, 'description', 'Please provide a project description.'],
    [{ ...named, email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ ...named, websiteUrl: 'javascript:alert(1)' }, 'websiteUrl', 'Please enter a web address, such as https://example.com.'],
    [{ ...named, logoUrl: 'http://plain.example/a.png' }, 'logoUrl', /beginning with https/],
    [{ ...named, ecosystem: 'Narnia' }, 'ecosystem', 'Please choose from the list.'],
    [{ ...named, amountRaising: -5 }, 'amountRaising', /whole US dollars/],
    [{ ...named, amountRaising: 1.5 }, 'amountRaising', /whole US dollars/],
    [{ ...named, valuation: '9'.repeat(30) }, 'valuation', /whole US dollars/],
    [{ ...named, companyName: 'x'.repeat(121) }, 'companyName', 'Please use at most 120 characters'],
    [{ ...named, tickerLaunched: 'yes' }, 'tickerLaunched', 'This value is not accepted.'],
    [{ ...named, description: { a: 1 } }, 'description', 'This value is not accepted.'],
  ])('%j is refused with its reason, and nothing is written', async (body, path, message) => {
    const founder = await refused
    const reply = await save(founder, body)
    expect([reply.status, reply.body.code]).toEqual([422, 'invalid'])
    expect(reply.body.fields).toEqual([{ path, message: expect.stringMatching(message) }])
    expect(await rowsOf(founder)).toEqual([])
  })

  test('no server-owned column can be written', async () => {
    const [founder, other] = [await member(), await member()]
    const { status } = await save(founder, {
      ...named,
      id: 'prj_chosen',
      userId: other.user.id,
      isPublished: true,
      publishedAt: '2020-01-01T00:00:00.000Z',
      status: 'verified',
      voteCount: 99,
      importedVotes: 99,
      votes: 99,
    })
    expect(status).toBe(200)
    const [row] = await rowsOf(founder)
    expect(row).toMatchObject({ isPublished: false, publishedAt: null, status: 'under review', voteCount: 0, importedVotes: 0 })
    expect(row?.id).not.toBe('prj_chosen')
    expect(await rowsOf(other)).toEqual([])
  })

  test('investors are refused, and visitors have to sign in', async () => {
    for (const userType of ['vc', 'angel'] as const) {
      const { status, body } = await save(await member({ userType }), named)
      expect([status, body.code]).toEqual([403, 'projects.founders-only'])
    }
    expect((await save(visitor(), named)).status).toBe(401)
    expect((await read(visitor())).status).toBe(401)
  })

  test('twenty concurrent saves create one project', async () => {
    const founder = await member()
    const replies = await Promise.all(Array.from({ length: 20 }, () => save(founder, named)))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await rowsOf(founder)).toHaveLength(1)
  })
})

describe('writing a draft', () => {
  test('text is synced to the other devices of its author, and to no other account or table', async () => {
    const [founder, other] = [await member(), await member()]
    const changes = { companyName: 'Unspoken Tidewater', description: 'half a thou', websiteUrl: 'htt' }
    expect(await push(founder, { changes })).toMatchObject({ status: 'applied' })
    expect((await ownOf(founder))?.values).toMatchObject(changes)
    expect(await ownOf(other)).toBeUndefined()
    expect(await rowsOf(founder)).toEqual([])
    expect(await storedText(database.db, projects)).not.toContain('Unspoken')
  })

  test('a published project shows the saved text, not the draft', async () => {
    const founder = await member()
    await save(founder, named)
    await database.db.update(projects).set({ isPublished: true }).where(eq(projects.userId, founder.user.id))
    await push(founder, { changes: { companyName: 'Quayside Lab' } }, { companyName: [fingerprint('Quayside Labs')] })
    expect((await rowsOf(founder))[0]?.companyName).toBe('Quayside Labs')
    expect(await ownOf(founder)).toMatchObject({ values: { companyName: 'Quayside Lab' }, isSaved: false, isPublished: true })

    await push(founder, { changes: {}, isFinished: true })
    expect((await rowsOf(founder))[0]?.companyName).toBe('Quayside Lab')
    expect(await ownOf(founder)).toMatchObject({ isSaved: true, isPublished: true })
  })

  test('Save with an invalid project keeps the text in the draft', async () => {
    const founder = await member()
    expect(await push(founder, { changes: { companyName: 'Nameless' }, isFinished: true })).toMatchObject({ status: 'applied' })
    expect((await ownOf(founder))?.values.companyName).toBe('Nameless')
    expect(await rowsOf(founder)).toEqual([])
  })

  test('two devices that write one field keep both texts, until one of them is chosen', async () => {
    const founder = await member()
    const base = { companyName: [fingerprint('')] }
    await push(founder, { changes: { companyName: 'Quayside' } }, base)
    await push(founder, { changes: { companyName: 'Dockside', location: 'Oslo' } }, base)
    const own = await ownOf(founder)
    expect(own?.values).toMatchObject({ companyName: 'Quayside', location: 'Oslo' })
    expect(own?.clashes).toMatchObject([{ field: 'companyName', value: 'Dockside' }])
    expect(own?.writers.companyName?.by).not.toBe(own?.clashes[0]?.by)

    const seen = { companyName: [fingerprint('Quayside'), fingerprint('Dockside')] }
    const settles = { companyName: [fingerprint('Dockside')] }
    await push(founder, { changes: { companyName: 'Dockside' }, settles }, seen)
    expect(await ownOf(founder)).toMatchObject({ values: { companyName: 'Dockside' }, clashes: [] })
  })

  test('a form that was sent with an older base overwrites no newer value', async () => {
    const founder = await member()
    await save(founder, named)
    await push(founder, { changes: { location: 'Oslo' } }, { location: [fingerprint('')] })
    const base = { location: [fingerprint('')], companyName: [fingerprint(named.companyName)] }
    const { body } = await save(founder, { ...named, companyName: 'Quay', location: 'Bergen', base })
    expect([body.companyName, body.location]).toEqual(['Quay', 'Oslo'])
    expect((await ownOf(founder))?.clashes).toMatchObject([{ field: 'location', value: 'Bergen' }])
  })

  test('characters that the database cannot store are removed, and the rest is saved', async () => {
    const founder = await member()
    const traction = 'a\0b\ud800c 👩‍🚀'
    expect(await push(founder, { changes: { traction } })).toMatchObject({ status: 'applied' })
    expect((await ownOf(founder))?.values.traction).toBe('abc 👩‍🚀')
  })

  test.each(['vc', 'angel'] as const)('an %s is refused with the reason', async (userType) => {
    expect(await push(await member({ userType }), { changes: { companyName: 'x' } })).toMatchObject({
      status: 'refused',
      code: 'projects.founders-only',
      message: 'Only founders can list a project.',
    })
  })

  test('the draft is deleted with its account', async () => {
    const founder = await member()
    await push(founder, { changes: { companyName: 'Gone tomorrow' } })
    expect((await founder.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
    expect(await storedText(database.db, projectDrafts)).not.toContain('Gone tomorrow')
  })

  test('the author’s devices are poked, and no others', async () => {
    const [founder, scopes] = [await member(), [] as string[]]
    // A node also sends itself a beat on the channel.
    await database.sql.listen('latchkey_sync', (scope) => scope !== 'beat' && scopes.push(scope))
    await push(founder, { changes: { companyName: 'Poke' } })
    await database.sql`select pg_notify('latchkey_sync', 'end')`
    await expect.poll(() => scopes.at(-1)).toBe('end')
    expect(scopes).toEqual([`me:${founder.user.principalId}`, 'end'])
  })
})
