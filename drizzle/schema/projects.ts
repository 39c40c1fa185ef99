import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PrincipalId, ProjectId, UserId } from '#shared/ids.ts'
import type { ProjectValues } from '#shared/projects/fields.ts'
import { REPORT_REASON_IDS } from '#shared/projects/report.ts'
import type { MergeState } from '#shared/sync/three-way-merge.ts'
import { users } from './accounts.ts'
import { changedXid, createdAt, instant, updatedAt } from './columns.ts'

const dollars = () => bigint({ mode: 'number' })

export const projects = pgTable(
  'projects',
  {
    id: text().$type<ProjectId>().primaryKey(),
    userId: text()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyName: text(),
    logoUrl: text(),
    oneLineDescription: text(),
    description: text(),
    projectStage: text(),
    tickerLaunched: boolean().notNull().default(false),
    dexScreenerUrl: text(),
    pitchDeckUrl: text(),
    /** Whole US dollars, as in the specification. */
    amountRaising: dollars(),
    valuation: dollars(),
    committedAmount: dollars(),
    traction: text(),
    ecosystem: text(),
    vertical: text(),
    dataRoomUrl: text(),
    linkedinUrl: text(),
    twitterUrl: text(),
    founderTwitterUrl: text(),
    websiteUrl: text(),
    revenueGenerating: boolean().notNull().default(false),
    email: text(),
    founderName: text(),
    teamSize: integer(),
    teamRoles: text(),
    location: text(),
    roundType: text(),
    idealInvestorType: text(),
    status: text({ enum: ['verified', 'rejected', 'under review'] })
      .notNull()
      .default('under review'),
    /** Why it was not verified, as written by the admin. */
    reviewReason: text(),
    /** Its founder has changed verified fields since it was last verified. */
    hasUnreviewedEdits: boolean().notNull().default(false),
    isPublished: boolean().notNull().default(false),
    publishedAt: instant(),
    /** When an admin took it off the marketplace without rejecting it. A payment does not restore it, only another decision. */
    takenOffAt: instant(),
    /** When its founder took it off the marketplace. No payment and no admin publishes it, only its founder. */
    withdrawnAt: instant(),
    /** Votes that came with an imported project; votes on this platform are counted from `project_votes` by a trigger. */
    importedVotes: integer().notNull().default(0),
    voteCount: integer().notNull().default(0),
    /** Counts the changes of `voteCount`: the copy with the higher number is the newer one. */
    voteSeq: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    changedXid: changedXid(),
  },
  (t) => [uniqueIndex('projects_user').on(t.userId), index('projects_changed').on(t.changedXid)],
)

/** A founder's draft, edited on any number of devices. It is private, independent of what is published. */
export const projectDrafts = pgTable('project_drafts', {
  principalId: text().$type<PrincipalId>().primaryKey(),
  userId: text()
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  values: jsonb().$type<Partial<ProjectValues>>().notNull(),
  writers: jsonb().$type<MergeState<ProjectValues>['writers']>().notNull(),
  clashes: jsonb().$type<MergeState<ProjectValues>['clashes']>().notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const projectVotes = pgTable(
  'project_votes',
  {
    projectId: text()
      .$type<ProjectId>()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    principalId: text().$type<PrincipalId>().notNull(),
    /** A withdrawn vote stays as a row: the voter's devices must learn which vote count no longer includes it. */
    isCast: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] }), index('project_votes_principal').on(t.principalId)],
)

/** A report about a project: one per principal and project, with the latest text. */
export const projectReports = pgTable(
  'project_reports',
  {
    id: text().primaryKey(),
    projectId: text()
      .$type<ProjectId>()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    principalId: text().$type<PrincipalId>().notNull(),
    reason: text({ enum: REPORT_REASON_IDS }).notNull(),
    text: text().notNull().default(''),
    status: text({ enum: ['open', 'upheld', 'dismissed'] })
      .notNull()
      .default('open'),
    resolvedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('project_reports_once').on(t.projectId, t.principalId),
    index('project_reports_status').on(t.status, t.createdAt),
    index('project_reports_principal').on(t.principalId, t.createdAt),
  ],
)
