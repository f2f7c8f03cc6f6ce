import { id, uuid, writeHeaders } from '@console/shared-kernel/schemas'
import { z } from 'zod'

export const emptyBody = z.undefined().describe('No body')

export const userParams = z.object({ userId: id })
export const machineParams = z.object({ machineId: uuid })
export const activityParams = z.object({ activityId: id })
export const noteParams = z.object({ noteId: id })
export const gameParams = z.object({ gameId: id })

/** The schema of a call that changes the resource in its path. */
export const changeOf = <Params, Body, Response>(params: Params, body: Body, response: Response) => ({
  headers: writeHeaders,
  params,
  body,
  response,
})
