import { existsSync, mkdirSync } from 'node:fs'
import { codeOf } from '#server/error-code.ts'

/** A fault of the environment that the operator corrects. The message names the variable, the fault and the remedy. */
export class StartError extends Error {
  override name = 'StartError'
}

/**
 * Creates the data folder.
 *
 * @throws StartError when the path is a file, or cannot be written
 */
export function createDataFolder(path: string) {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    const reason = codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOTDIR' ? 'is not a folder' : 'cannot be created'
    throw new StartError(`DATA_DIR: ${path} ${reason}. Set it to a folder that this user can write.`)
  }
}

/** What an operator reads when the server cannot listen. */
export function portFault(code: string, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT: ${port} is already in use. Stop the other program, or set PORT to a free port.`
  if (code === 'EACCES') return `PORT: ${port} needs more rights than this user has. Set PORT to 1024 or higher.`
  return `HOST: the server cannot listen on ${host} (${code}). Set HOST to an address of this machine.`
}

export const hasWebApp = (folder: string) => existsSync(`${folder}/index.html`)

/** @throws StartError when the folder has no built web app */
export function requireWebApp(folder: string) {
  if (!hasWebApp(folder)) {
    throw new StartError(
      `WEB_DIR: ${folder} has no index.html. Build the web app with "bun --bun vite build", or set WEB_DIR to a build.`,
    )
  }
}
