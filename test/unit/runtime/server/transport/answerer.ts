import type { RequestAnswerer } from '../../../../../src/runtime/server/transport/request-run'

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
