import { PostedRequest } from '../../../../../src/runtime/server/http/request-info'
import type { RequestAnswerer } from '../../../../../src/runtime/server/transport/request-run'
import { createTestEvent } from '../composables/linked-client'

/** Answers every request itself. */
export function createAnswerer(answer: RequestAnswerer['answer'], sdk?: RequestAnswerer['sdk']): RequestAnswerer {
  return {
    answer,
    answers: () => true,
    connectSdk: () => {},
    get sdk(): RequestAnswerer['sdk'] {
      if (!sdk) {
        throw new Error('Not part of this test')
      }
      return sdk
    },
  }
}

/** A POST without a connection. */
export function createPosted(headers: Record<string, string> = {}): PostedRequest {
  return new PostedRequest(createTestEvent('/mcp', headers), undefined, false)
}
