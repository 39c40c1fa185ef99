import * as v from 'valibot'
import { Project } from './contract.ts'

/**
 * `GET /api/projects/{id}`: a project for its page. If one description is missing, the other replaces it, and the number of votes
 * has both of its names.
 */
export const ProjectDetail = v.object({
  ...Project.entries,
  isRaising: v.boolean(),
  isPublished: v.boolean(),
  votes: v.number(),
})
export type ProjectDetail = v.InferOutput<typeof ProjectDetail>

/** A record of `GET /api/scout-projects`: its fields have human-readable names. */
export const ScoutRecord = v.object({
  id: Project.entries.id,
  fields: v.object({
    'Company Name': v.nullable(v.string()),
    'Logo URL': v.nullable(v.string()),
    Ecosystem: v.nullable(v.string()),
    Vertical: v.nullable(v.string()),
    'Verification Status': Project.entries.status,
    Votes: v.number(),
    Description: v.nullable(v.string()),
    'Project Stage': v.nullable(v.string()),
    'Amount Raising': v.nullable(v.number()),
    Valuation: v.nullable(v.number()),
    'Revenue Generating': v.picklist(['Yes', 'No']),
    'Twitter URL': v.nullable(v.string()),
    'LinkedIn URL': v.nullable(v.string()),
    'Website URL': v.nullable(v.string()),
    'Founder Twitter URL': v.nullable(v.string()),
    'Pitch Deck URL': v.nullable(v.string()),
  }),
})
export type ScoutRecord = v.InferOutput<typeof ScoutRecord>
