/** Replaces one text in one file of a remote. */
export interface SourceChange {
  remote: string
  /** Path inside the remote's folder. */
  file: string
  from: string
  to: string
}
