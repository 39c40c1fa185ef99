import * as v from 'valibot'
import type { Database } from '#server/database/client.ts'
import type { Env } from '#server/env.ts'
import { isListedFund } from '#server/features/cold-scout/service.ts'
import { findPublicInvestor } from '#server/features/directory/public-investor.ts'
import { findPublishedProject } from '#server/features/projects/sync-source.ts'
import type { FindHead, PageHead } from '#server/http/replies/page-head.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { ProjectId, VcId } from '#shared/ids.ts'
import { screenAt } from '#shared/screens.ts'
import { homeHead } from './home-head.ts'
import { investorHead } from './investor-head.ts'
import { projectHead } from './project-head.ts'

const missing = (title: string, description: string): PageHead => ({ status: 404, kind: 'website', title, description })

const noInvestor = missing('Investor Not Found · Latchkey', 'The listing may have been withdrawn, or the link is incomplete.')
const noFund = missing('Fund Not Found · Latchkey', 'The fund may have been withdrawn, or the link is incomplete.')
const noPage = missing('Page Not Found · Latchkey', 'There is no page at this address.')
const noProject = missing('Project Not Found · Latchkey', 'The project may have been withdrawn, or the link is incomplete.')

type HeadDeps = { db: Database; homeVariant: Env['HOME_VARIANT']; readFirstInvestors: () => Promise<Investor[]> }

/** The heads of pages that others link to, and of addresses without a page. They contain only public data. */
export const findHead =
  ({ db, homeVariant, readFirstInvestors }: HeadDeps): FindHead =>
  async (pathname) => {
    if (pathname === '/') return homeHead(homeVariant, await readFirstInvestors())
    if (!screenAt(pathname)) return noPage
    const [, screen, given = ''] = /^\/(vc|investor|project|cold-scout)\/([^/]+)\/?$/.exec(pathname) ?? []
    switch (screen) {
      case undefined:
        return undefined
      case 'project':
        return ofProject(db, given)
      case 'cold-scout':
        return (await isListedFund(db, given)) ? undefined : noFund
      default:
        return ofInvestor(db, given, screen === 'investor')
    }
  }

async function ofInvestor(db: Database, given: unknown, onlyVerified: boolean): Promise<PageHead> {
  const id = v.safeParse(VcId, given)
  const investor = id.success ? await findPublicInvestor(db, id.output) : undefined
  return investor && (investor.isVerified || !onlyVerified) ? investorHead(investor) : noInvestor
}

async function ofProject(db: Database, given: unknown): Promise<PageHead> {
  const id = v.safeParse(ProjectId, given)
  const project = id.success ? await findPublishedProject(db, id.output) : undefined
  return project ? projectHead(project) : noProject
}
