import type { Project } from './contract.ts'

/** The title of a project without a name. */
export const UNNAMED_PROJECT = 'Stealth Startup'

export const projectTitle = ({ companyName }: Pick<Project, 'companyName'>): string => companyName?.trim() || UNNAMED_PROJECT
