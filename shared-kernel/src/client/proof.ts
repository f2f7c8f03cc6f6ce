import { asList, asRecord, type WireRecord } from '../contracts/wireReaders'
import { createStore } from './store'

/**
 * Asks the user for a second factor if the rejection of a change (the body of a 403) requires one. Resolves
 * with whether the server accepted it; if so, the change is sent again. Resolves with null for other
 * rejections, or if the page cannot ask.
 */
export type AskForProof = (refusal: unknown) => Promise<boolean | null>
export const askForProofStore = createStore<AskForProof | null>(null)

/** Whether that question is open; the change below it is then waiting for the user, not the server. */
export const proofAskedStore = createStore(false)

export const needsProof = (body: WireRecord): boolean => body['code'] === 'proof-required'

/** The first row of a bulk call that was rejected because the proof had expired. */
export const rowWithoutProof = (answer: unknown): WireRecord | undefined =>
  asList(asRecord(answer)['results']).map(asRecord).find(needsProof)
