import * as v from 'valibot'
import type { Database } from '#server/database/client.ts'
import type { Env } from '#server/env.ts'
import { findListedFund } from '#server/features/cold-scout/service.ts'
import { findMovedInvestor, findPublicInvestor } from '#server/features/directory/public-investor.ts'
import type { ReadFirstList } from '#server/features/pages/first-lists.ts'
import { findPublishedProject } from '#server/features/projects/sync-source.ts'
import type { FindHead, MovedPage, PageHead } from '#server/http/replies/page-head.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { ProjectId, VcId } from '#shared/ids.ts'
import { NO_SCREEN_TITLE } from '#shared/screen-titles.ts'
import { screenAt } from '#shared/screens.ts'
import { fundHead } from './fund-head.ts'
import { homeHead } from './home-head.ts'
import { investorHead } from './investor-head.ts'
import { projectHead } from './project-head.ts'
import { screenHead } from './screen-head.ts'

const missing = (title: string, description: string): PageHead => ({ status: 404, kind: 'website', title, description })

const noInvestor = missing('Investor Not Found · Latchkey', 'The listing may have been withdrawn, or the link is incomplete.')
const noFund = missing('Fund Not Found · Latchkey', 'The fund may have been withdrawn, or the link is incomplete.')
const noPage = missing(`${NO_SCREEN_TITLE} · Latchkey`, 'There is no page at this address.')
const noProject = missing('Project Not Found · Latchkey', 'The project may have been withdrawn, or the link is incomplete.')

type HeadDeps = {
  db: Database
  homeVariant: Env['HOME_VARIANT']
  readFirstInvestors: () => Promise<Investor[]>
  readFirstList: ReadFirstList
}

/** The heads of all screens, and of addresses without one. They contain only public data. */
export const findHead =
  ({ db, homeVariant, readFirstInvestors, readFirstList }: HeadDeps): FindHead =>
  async (pathname) => {
    if (pathname === '/') return homeHead(homeVariant, await readFirstInvestors())
    const screen = screenAt(pathname)
    const given = pathname.split('/')[2] ?? ''
    switch (screen) {
      case undefined:
        return noPage
      case '/project/$id':
        return ofProject(db, given)
      case '/cold-scout/$slug':
        return ofFund(db, given)
      case '/vc/$id':
      case '/investor/$id':
        return ofInvestor(db, given, screen === '/investor/$id')
      case '/vcs':
      case '/ping':
      case '/directory': {
        const part = await readFirstList(screen)
        return { ...screenHead(screen), ...(part && { part }) }
      }
      default:
        return screenHead(screen)
    }
  }

async function ofFund(db: Database, slug: string): Promise<PageHead> {
  const fund = await findListedFund(db, slug)
  return fund ? fundHead(fund) : noFund
}

/** An unverified investor has one page, and it is `/vc/{id}`. A record that was merged into another one is at the address of that one. */
async function ofInvestor(db: Database, given: unknown, onlyVerified: boolean): Promise<PageHead | MovedPage> {
  const id = v.safeParse(VcId, given)
  if (!id.success) return noInvestor
  const investor = await findPublicInvestor(db, id.output)
  if (investor) return investor.isVerified || !onlyVerified ? investorHead(investor) : noInvestor
  const moved = await findMovedInvestor(db, id.output)
  return moved ? { movedTo: `/${onlyVerified && moved.isVerified ? 'investor' : 'vc'}/${moved.id}` } : noInvestor
}

async function ofProject(db: Database, given: unknown): Promise<PageHead> {
  const id = v.safeParse(ProjectId, given)
  const project = id.success ? await findPublishedProject(db, id.output) : undefined
  return project ? projectHead(project) : noProject
}
