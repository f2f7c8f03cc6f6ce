/** One text of one file of a remote, replaced by another. */
export interface SourceChange {
  /** The remote's name. */
  remote: string
  /** Path inside the remote's folder. */
  file: string
  from: string
  to: string
}
