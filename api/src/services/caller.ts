import type { TreeNode } from './users/treeNode'

/** A signed-in user. */
export interface Caller extends TreeNode {
  readonly sessionId: string
}

/** Which request something came with, and from where. */
export interface Origin {
  readonly requestId: string
  readonly address: string
}

/** Who changes something, and in which request. */
export interface Actor extends Caller, Origin {}
