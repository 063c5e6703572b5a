export default defineMcpPrompt({
  description: 'Checks all lists against the team\'s rules.',
  handler: () => [
    'Read the guide, then look at all todos with `list-todos`.',
    'Tell me which ones break a rule, and what you would change. Change nothing before I agree.',
  ].join('\n'),
})
