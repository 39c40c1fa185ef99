import * as v from 'valibot'
import { limitConcurrency } from '#server/concurrency-limit.ts'
import type { Database } from '#server/database/client.ts'
import { findListedFund } from '#server/features/cold-scout/service.ts'
import { findMovedInvestor, findPublicInvestor } from '#server/features/directory/public-investor.ts'
import { findPublishedProject } from '#server/features/projects/sync-source.ts'
import { pathOf } from '#server/http/limits/client-address.ts'
import { keepFor } from '#server/http/replies/keep-for.ts'
import { squareOf } from '#server/storage/images.ts'
import type { Storage } from '#server/storage/storage.ts'
import { ProjectId, VcId } from '#shared/ids.ts'
import { type CardKind, hashOf, SITE_ID } from './address.ts'
import { type CardContent, fundCard, investorCard, projectCard, SITE_CARD } from './content.ts'
import { drawCard, PORTRAIT_EDGE } from './draw-card.ts'

export type CardDeps = { db: Database; storage: Storage }

/** A card is about 50 kB. A link that is shared widely is requested by many services at once. */
const MAX_KEPT = 64
const KEPT_MS = 60 * 60 * 1000

/**
 * One card at a time, in a quarter of a second: the cores remain for requests. A service that requests cards finds most of them
 * drawn; beyond these limits it is asked to come again.
 */
const inTurn = limitConcurrency({ most: 1, mostWaiting: 48, mostWaitingPer: [24, 16] })

/**
 * What the card of a record shows now; `undefined` for a record that is not public: a removed one loses its card with its page,
 * and an unpublished one never has one.
 */
export async function findCardContent(db: Database, kind: CardKind, id: string): Promise<CardContent | undefined> {
  switch (kind) {
    case 'vc': {
      const read = v.safeParse(VcId, id)
      if (!read.success) return undefined
      const investor = (await findPublicInvestor(db, read.output)) ?? (await findMovedInvestor(db, read.output))
      return investor && investorCard(investor)
    }
    case 'project': {
      const read = v.safeParse(ProjectId, id)
      const project = read.success ? await findPublishedProject(db, read.output) : undefined
      return project && projectCard(project)
    }
    case 'cold-scout': {
      const fund = await findListedFund(db, id)
      return fund && fundCard(fund)
    }
    case 'site':
      return id === SITE_ID ? SITE_CARD : undefined
  }
}

/** Draws cards, and keeps the last ones by their content. */
export function createCards({ storage }: Pick<CardDeps, 'storage'>) {
  const kept = keepFor<Uint8Array>({ ms: KEPT_MS, most: MAX_KEPT })
  const draw = async (content: CardContent) => {
    const picture = content.picture && (await storage.get(content.picture))
    return drawCard(content, picture ? await squareOf(picture, PORTRAIT_EDGE) : undefined)
  }
  /** @param block  the client's block of addresses @throws Problem `too-many-requests` */
  return (content: CardContent, block: string): Promise<Uint8Array> =>
    kept(hashOf(content), () => inTurn(() => draw(content), ...pathOf(block)))
}
