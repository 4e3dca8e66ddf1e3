/* global cy */
describe('the list of conversations', () => {
  beforeEach(() => {
    cy.task('freshWorld', { name: Cypress.currentTest.title }).then(({ url, apiKey }) => {
      cy.visit('/page.html', { qs: { api: url, key: apiKey } });
    });
  });

  it('gets shorter by a reset', () => {
    cy.get('li').should('have.length', 5);
    cy.contains('button', 'Reset Bob').click();
    cy.get('li').should('have.length', 4);
    cy.task('journal', { method: 'DELETE' }).should('have.length', 1);
  });

  it('says when a reset fails', () => {
    cy.task('addFault', { status: 503, message: 'Try again later.', matching: { method: 'DELETE' } });
    cy.contains('button', 'Reset Bob').click();
    cy.contains('Try again later.');
    cy.get('li').should('have.length', 5);
  });
});
