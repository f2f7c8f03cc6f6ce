import {
  noteListQuery,
  noteListResponse,
  noteRequest,
  noteResponse,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import type { App } from '../foundation/app'
import { callerOf } from '../http/accessRules'
import { answerWrite } from '../http/answerWrite'
import { addNote, deleteNote, readNotes } from '../services/notes'
import type { Services } from '../services/services'
import { noteParams, emptyBody } from './params'

export function noteRoutes(app: App, { db, writes }: Services): void {
  app.get(
    '/api/notes',
    { schema: { querystring: noteListQuery, response: { 200: noteListResponse } } },
    (request) => readNotes(db, callerOf(request), request.query),
  )

  app.post(
    '/api/notes',
    { schema: { headers: writeHeaders, body: noteRequest, response: { 201: noteResponse } } },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 201 }, (trx, caller) =>
        addNote(trx, caller, request.body),
      ),
  )

  app.delete(
    '/api/notes/:noteId',
    { schema: { headers: writeHeaders, params: noteParams, response: { 204: emptyBody } } },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 204 }, (trx, caller) =>
        deleteNote(trx, caller, request.params.noteId),
      ),
  )
}
