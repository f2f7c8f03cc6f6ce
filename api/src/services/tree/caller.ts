import type { TreeNode } from './treeNode'

export interface Caller extends TreeNode {
  sessionId: string
}

export interface Origin {
  requestId: string
  address: string
}

export interface Actor extends Caller, Origin {}
