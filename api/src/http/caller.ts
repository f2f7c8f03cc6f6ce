import type { FastifyRequest } from 'fastify'
import type { Actor, Caller, Origin } from '../services/tree/caller'
import type { TreeNode } from '../services/tree/treeNode'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** For answers that last. @throws HttpError 401 once the session has ended, a second ago at most */
    checkSession: (() => Promise<unknown>) | null
    target: TreeNode | null
    findItemTarget: ((ids: TargetIds) => Promise<TreeNode>) | null
  }
}

export interface TargetIds {
  userId?: number
  machineId?: string
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('This route is open to anyone and has no caller')
  return request.caller
}

export const actorOf = (request: FastifyRequest): Actor => ({
  ...callerOf(request),
  ...originOf(request),
})

export const originOf = ({ id, ip }: FastifyRequest): Origin => ({ requestId: id, address: ip })

/** Or the owner of the machine in the path. */
export function targetOf(request: FastifyRequest): TreeNode {
  if (!request.target) throw new Error('This route has no target')
  return request.target
}

/** @throws HttpError 403 or 404 */
export function itemTargetOf(request: FastifyRequest, ids: TargetIds): Promise<TreeNode> {
  if (!request.findItemTarget) throw new Error('This route has no items')
  return request.findItemTarget(ids)
}
