import * as v from 'valibot'
import { ProjectId } from '#shared/ids.ts'

/** A published project of the Scout marketplace. Amounts are whole US dollars, as in the specification. */
export const Project = v.object({
  id: ProjectId,
  companyName: v.nullable(v.string()),
  logoUrl: v.nullable(v.string()),
  oneLineDescription: v.nullable(v.string()),
  description: v.nullable(v.string()),
  projectStage: v.nullable(v.string()),
  ecosystem: v.nullable(v.string()),
  vertical: v.nullable(v.string()),
  status: v.picklist(['verified', 'rejected', 'under review']),
  voteCount: v.number(),
  /** Increases with each change of `voteCount`; absent in replies of an older server. */
  voteSeq: v.optional(v.number()),
  amountRaising: v.nullable(v.number()),
  valuation: v.nullable(v.number()),
  committedAmount: v.nullable(v.number()),
  roundType: v.nullable(v.string()),
  idealInvestorType: v.nullable(v.string()),
  revenueGenerating: v.boolean(),
  tickerLaunched: v.boolean(),
  dexScreenerUrl: v.nullable(v.string()),
  traction: v.nullable(v.string()),
  founderName: v.nullable(v.string()),
  teamSize: v.nullable(v.number()),
  teamRoles: v.nullable(v.string()),
  location: v.nullable(v.string()),
  websiteUrl: v.nullable(v.string()),
  linkedinUrl: v.nullable(v.string()),
  twitterUrl: v.nullable(v.string()),
  founderTwitterUrl: v.nullable(v.string()),
  pitchDeckUrl: v.nullable(v.string()),
  dataRoomUrl: v.nullable(v.string()),
  /** The founder's address: the specification shows it on the public page as 'Contact Founder'. */
  email: v.nullable(v.string()),
  /** ISO instant. */
  publishedAt: v.string(),
})
export type Project = v.InferOutput<typeof Project>
