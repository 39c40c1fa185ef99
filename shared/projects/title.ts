import type { Project } from './contract.ts'

/** What a project is called where it gave no name. */
export const UNNAMED_PROJECT = 'Stealth Startup'

export const projectTitle = ({ companyName }: Pick<Project, 'companyName'>): string => companyName?.trim() || UNNAMED_PROJECT
