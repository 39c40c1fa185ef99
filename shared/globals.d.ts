/** `URL` is the one host object that every runtime has and this folder needs; no other host object compiles here. */
declare class URL {
  static parse(url: string, base?: string): URL | null
  readonly href: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly pathname: string
}
