/** `URL` is the one host object that every runtime of ours has and this room needs; nothing else of a host compiles here. */
declare class URL {
  static parse(url: string, base?: string): URL | null
  readonly href: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly pathname: string
}
