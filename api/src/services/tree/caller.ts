import type { TreeNode } from './treeNode'

export interface Caller extends TreeNode {
  readonly sessionId: string
}

export interface Origin {
  readonly requestId: string
  readonly address: string
}

export interface Actor extends Caller, Origin {}
