;;; drive.el --- Eglot over `tablewright lsp', without a screen  -*- lexical-binding: t -*-

;; TABLEWRIGHT=target/release/tablewright emacs --batch -l editors/emacs/drive.el FILE WORD
;;
;; Opens FILE, whose main file the server finds, or the database TABLEWRIGHT_DATABASE names, and runs Eglot's commands at
;; the `def' of WORD: hover, definition, references, highlight, symbols, completion, rename, layout. It exits with 1
;; where one has no result.

(require 'eglot)
(require 'imenu)
(require 'xref)

(define-derived-mode tablegen-mode prog-mode "TableGen"
  (setq-local comment-start "// "))

(defvar drive-failures 0)

(defmacro drive-check (name form)
  "Run FORM, which is named NAME, and say whether it has a result."
  `(let* ((start (float-time))
          (result (condition-case error ,form
                    (error (message "%s: %s" ,name (error-message-string error)) nil))))
     (unless result (setq drive-failures (1+ drive-failures)))
     (message "%-32s %8.1f ms %s" ,name (* 1000 (- (float-time) start))
              (if result "yes" "FAILED"))
     result))

(let* ((file (expand-file-name (pop command-line-args-left)))
       (word (pop command-line-args-left))
       (database (getenv "TABLEWRIGHT_DATABASE"))
       (options `(:lints :json-false :databases ,(if database (vector database) [])))
       (eglot-sync-connect 60)
       (eglot-connect-timeout 60)
       (eglot-server-programs
        `((tablegen-mode . (,(getenv "TABLEWRIGHT") "lsp" :initializationOptions ,options)))))
  (find-file file)
  (tablegen-mode)
  (apply #'eglot (eglot--guess-contact))
  (let ((server (eglot-current-server)))
    (drive-check "server" server)
    (goto-char (point-min))
    (re-search-forward (format "^ *defm? +\\(%s\\)\\_>" (regexp-quote word)))
    (goto-char (match-beginning 1))
    (let ((hover (drive-check
                  "textDocument/hover"
                  (jsonrpc-request server :textDocument/hover
                                   (eglot--TextDocumentPositionParams)))))
      (message "  %s" (cadr (split-string (plist-get (plist-get hover :contents) :value) "\n"))))
    (drive-check "xref-backend-definitions"
                 (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))
    (drive-check "xref-backend-references"
                 (progn (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot)) t))
    (drive-check "xref-backend-apropos" (xref-backend-apropos 'eglot word))
    (drive-check "imenu" (funcall imenu-create-index-function))
    (drive-check "textDocument/codeAction" (eglot-code-actions (point) (point)))
    (save-excursion
      (search-forward ":")
      (drive-check "completion"
                   (all-completions "" (nth 2 (eglot-completion-at-point)))))
    (let ((before (buffer-string)))
      (drive-check "eglot-rename"
                   (progn (eglot-rename (concat word "_"))
                          (save-excursion (goto-char (point-min))
                                          (search-forward (concat word "_") nil t))))
      (erase-buffer)
      (insert before)
      (drive-check "eglot-format-buffer" (progn (eglot-format-buffer) t)))
    (set-buffer-modified-p nil)
    (drive-check "shutdown" (progn (eglot-shutdown server) t))))

(message (if (zerop drive-failures) "all commands have results" "%d failures") drive-failures)
(kill-emacs (if (zerop drive-failures) 0 1))
